const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be too large',
};

/** Returns why a file could not be read or written. @param cause the error of Node */
export function fileProblem(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return PROBLEMS[code] ?? message;
}
