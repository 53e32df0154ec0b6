const text = line.trimStart().trimEnd();
