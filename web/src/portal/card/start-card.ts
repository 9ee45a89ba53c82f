import type { PortalApi } from '../live/portal-api.js'

type Target = {
  api: Pick<PortalApi, 'startCard'>
  /** The tab that the click opened. Null when the browser blocked it. */
  tab: Window | null
  /** The text for a service that does not respond. */
  unreachable: string
  page?: Pick<Window, 'location'>
}

/**
 * Starts a card payment, or continues the open one, and shows the provider's page in the tab. If
 * the browser blocked the tab, the provider's page replaces this one.
 *
 * @returns a text for the buyer when it failed, or null.
 */
export async function startCard({
  api,
  tab,
  unreachable,
  page = window,
}: Target): Promise<string | null> {
  const response = await api.startCard()
  const url = response.ok ? readUrl(response.body) : null
  if (url === null) {
    tab?.close()
    return (!response.ok && response.message) || unreachable
  }
  if (tab === null) page.location.assign(url)
  else if (!tab.closed) {
    // The provider's page must not control this one.
    tab.opener = null
    tab.location.replace(url)
  }
  return null
}

/** Returns the address of the provider's page, or null for one that is not a web page. */
function readUrl({ session }: Record<string, unknown>): string | null {
  const { url } = (session ?? {}) as { url?: unknown }
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : null
}
