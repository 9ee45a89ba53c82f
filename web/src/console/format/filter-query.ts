const maxLength = 200

/** Whether a text can be the value of a filter, by its name. */
export type FilterChecks<Name extends string> = Readonly<Record<Name, (text: string) => boolean>>

/** Reads the filters of an address. Values that no filter can have are omitted. */
export function readFilterQuery<Name extends string>(
  search: string,
  checks: FilterChecks<Name>,
): Partial<Record<Name, string>> {
  const params = new URLSearchParams(search)
  const filters: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const value = params.get(name)?.slice(0, maxLength)
    if (value && checks[name](value)) filters[name] = value
  }
  return filters
}

/** Writes filters as the query of an address, in the order of their checks. */
export function writeFilterQuery<Name extends string>(
  filters: Partial<Record<Name, string>>,
  checks: FilterChecks<Name>,
): string {
  const params = new URLSearchParams()
  for (const name of Object.keys(checks) as Name[]) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  return params.toString()
}

/** Returns a check that a text is one of several words. */
export const oneOf =
  (choices: readonly string[]) =>
  (text: string): boolean =>
    choices.includes(text)
