import { createHash } from 'node:crypto'

/** Names statements by a hash of their text, so that every connection prepares each once. */
export function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    const statementName = names.get(sql)
    if (statementName) return statementName
    const name = `t_${createHash('sha256').update(sql).digest('hex').slice(0, 20)}`
    names.set(sql, name)
    return name
  }
}
