const text = line.trimLeft().trimRight();
