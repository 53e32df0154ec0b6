line.trimLeft()
