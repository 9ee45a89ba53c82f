/**
 * Replaces a node's URL with `name` in an error and its causes. Errors are logged, and the URL may contain a key.
 */
export function hideAddress(error: unknown, { url, name }: { url: string; name: string }): void {
  const forms = formsOf(url)
  for (let one = error; one instanceof Error; one = one.cause) {
    for (const field of Object.getOwnPropertyNames(one)) {
      Reflect.set(one, field, withoutForms(Reflect.get(one, field), forms, name))
    }
  }
}

/** Libraries omit user and password, and some report only the path. */
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
