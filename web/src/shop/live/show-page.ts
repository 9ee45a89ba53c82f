/** Replaces the parts of this page that follow the cart by those of another page's HTML. */
export function showPage(html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const parts = [...document.querySelectorAll<HTMLElement>('[data-live]')]
  // A cart that became empty, or full, has another layout.
  const isSame = parts.every(({ id }) => page.getElementById(id) !== null)
  if (!isSame) {
    location.replace(ownAddress())
    return
  }
  const focused = focusedControl()
  for (const part of parts) {
    const next = page.getElementById(part.id)
    if (!next || next.innerHTML === part.innerHTML) continue
    part.replaceChildren(...next.childNodes)
    if (next.dataset['follow'] === undefined) delete part.dataset['follow']
  }
  if (focused) restoreFocus(focused)
}

/**
 * Returns the address of this page. A refused order is shown at one that cannot be loaded again.
 */
export function ownAddress(): string {
  return location.href.replace(/\/checkout(?=$|\?|#)/, '/cart').replace(/[?&]notice=\w+/, '')
}

/** Finds a control again by its name. */
function focusedControl(): string | null {
  return document.activeElement?.getAttribute('aria-label') ?? null
}

function restoreFocus(label: string): void {
  if (document.activeElement !== document.body) return
  const control = document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)
  const fallback = document.querySelector<HTMLElement>('#content')
  if (!control) fallback?.setAttribute('tabindex', '-1')
  ;(control ?? fallback)?.focus({ preventScroll: true })
}
