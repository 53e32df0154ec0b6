/** The classes that every file of Java has without an import. */
const NAMES: readonly string[] = [
  "Appendable AutoCloseable Boolean Byte CharSequence Character Class ClassLoader Cloneable",
  "Comparable Deprecated Double Enum Float FunctionalInterface InheritableThreadLocal Integer",
  "Iterable Long Math Module Number Object Override Package Process ProcessBuilder Readable Record",
  "Runnable Runtime SafeVarargs Short StackTraceElement StackWalker StrictMath String StringBuffer",
  "StringBuilder SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable Void",
  "ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException ClassCastException",
  "ClassNotFoundException CloneNotSupportedException Exception IllegalAccessException",
  "IllegalArgumentException IllegalMonitorStateException IllegalStateException",
  "IndexOutOfBoundsException InstantiationException InterruptedException",
  "NegativeArraySizeException NoSuchFieldException NoSuchMethodException NullPointerException",
  "NumberFormatException ReflectiveOperationException RuntimeException SecurityException",
  "StringIndexOutOfBoundsException UnsupportedOperationException AbstractMethodError",
  "AssertionError ClassFormatError Error ExceptionInInitializerError LinkageError",
  "NoClassDefFoundError NoSuchFieldError NoSuchMethodError OutOfMemoryError StackOverflowError",
  "UnsatisfiedLinkError UnsupportedClassVersionError VerifyError VirtualMachineError",
];

const CLASSES = new Set(NAMES.flatMap((names) => names.split(" ")));

/** True for a class of `java.lang`. */
export function isJavaLang(name: string): boolean {
  return CLASSES.has(name);
}
