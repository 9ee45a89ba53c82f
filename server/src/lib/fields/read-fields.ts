/**
 * Validates one external value and returns it in the stored form. A problem is the end of a
 * sentence that starts with the field's name and states what to write.
 */
export type Rule<Value> = (value: unknown) => { value: Value } | { problem: string }

/** A rule for every field, nested like the fields. */
export type Rules = { readonly [field: string]: Rule<unknown> | Rules }

/** The validated fields that were present. */
export type AcceptedFields<Table extends Rules> = {
  [Field in keyof Table]?: Table[Field] extends Rule<infer Value>
    ? Value
    : Table[Field] extends Rules
      ? AcceptedFields<Table[Field]>
      : never
}

/** Validates the fields that have a rule and ignores all others. Reports every problem. */
export function readFields<const Table extends Rules>(
  rules: Table,
  input: object,
): { accepted: AcceptedFields<Table>; problems: string[] } {
  const accepted: Record<string, unknown> = {}
  const problems: string[] = []

  for (const [field, rule] of Object.entries<Rule<unknown> | Rules>(rules)) {
    const value = (input as Record<string, unknown>)[field]
    if (value === undefined) continue

    if (typeof rule === 'function') {
      const read = rule(value)
      if ('problem' in read) problems.push(`${field} ${read.problem}`)
      else accepted[field] = read.value
      continue
    }
    if (!isFields(value)) {
      problems.push(`${field} must be an object`)
      continue
    }
    const part = readFields(rule, value)
    accepted[field] = part.accepted
    problems.push(...part.problems.map((problem) => `${field}.${problem}`))
  }

  return { accepted: accepted as AcceptedFields<Table>, problems }
}

export type Fields = Record<string, unknown>

/** Returns whether a value is an object, and neither `null` nor a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
