import { showPage } from './show-page.js'

const everyMs = 3_000

/** Loads the page of an order again until nothing changes any more. */
export function followOrder(): void {
  const timer = setInterval(async () => {
    if (!document.querySelector('[data-follow]')) return clearInterval(timer)
    if (document.hidden) return
    const response = await fetch(location.href).catch(() => null)
    if (response?.ok) showPage(await response.text())
  }, everyMs)
}
