export function readRowProperties(folder: string): Map<string, Set<string>>

export function readDeclaredColumns(
  folder: string,
): { path: string; owner: string; text: string; column: string; kind: string }[]
