export function readRowProperties(folder: string): Map<string, Set<string>>
