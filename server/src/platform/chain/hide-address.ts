/**
 * Takes a node's address out of an error and out of everything that caused it, and puts `name` there. Errors are
 * logged, and the address may hold somebody's key.
 */
export function hideAddress(error: unknown, { url, name }: { url: string; name: string }): void {
  const forms = formsOf(url)
  for (let one = error; one instanceof Error; one = one.cause) {
    for (const field of Object.getOwnPropertyNames(one)) {
      Reflect.set(one, field, withoutForms(Reflect.get(one, field), forms, name))
    }
  }
}

/** Libraries leave user and password out by themselves, and some say the path alone. */
function formsOf(url: string): string[] {
  const { protocol, host, pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  return [url, `${protocol}//${host}${path}`, ...(path === '/' ? [] : [path])]
}

function withoutForms(value: unknown, forms: readonly string[], name: string): unknown {
  if (typeof value === 'string') {
    return forms.reduce((text, form) => text.replaceAll(form, name), value)
  }
  return Array.isArray(value) ? value.map((one) => withoutForms(one, forms, name)) : value
}
