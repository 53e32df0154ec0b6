/** The names that every module of Python has, those of Python 2 too. */
const NAMES: readonly string[] = [
  "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup",
  "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError",
  "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError",
  "DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception",
  "ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning",
  "GeneratorExit IOError ImportError ImportWarning IndentationError IndexError",
  "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError",
  "ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError",
  "OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError",
  "PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError",
  "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError",
  "SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError",
  "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning",
  "ValueError Warning WindowsError ZeroDivisionError __debug__ __doc__ __import__ __loader__",
  "__name__ __package__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray",
  "bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod",
  "enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help",
  "hex id input int isinstance issubclass iter len license list locals map max memoryview min",
  "next object oct open ord pow print property quit range repr reversed round set setattr",
  "slice sorted staticmethod str sum super tuple type vars zip",
  // Of modules.
  "__annotations__ __builtins__ __cached__ __dict__ __file__ __path__",
  // Of Python 2.
  "StandardError apply basestring buffer cmp coerce execfile file intern long raw_input",
  "reduce reload unichr unicode xrange",
];

const BUILTINS = new Set(NAMES.flatMap((names) => names.split(" ")));

/** True for a name that means something without a declaration. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}
