import type { Provider, Wallet } from './wallet.js'

type Detail = { info: Record<string, unknown>; provider: Provider }

type Announcement = { uuid: string; wallet: Wallet }

const maxNameLength = 40
const maxIconLength = 64 * 1024

/** Formats that browsers only draw. */
const imageUri = /^data:image\/(png|svg\+xml|webp|gif|jpeg)[;,]/

/**
 * Parses an EIP-6963 announcement, or returns null. Any script on the page can announce anything:
 * trust no field.
 */
export function readAnnouncement(event: unknown): Announcement | null {
  try {
    const { info, provider } = (event as CustomEvent<Detail>).detail
    const { uuid, rdns, icon } = info
    const name = cleanName(info['name'])
    if (!isShortText(uuid) || !isShortText(rdns) || !isShortText(name)) return null
    if (typeof provider.request !== 'function') return null
    return { uuid, wallet: { id: rdns, name, icon: readIcon(icon), provider } }
  } catch {
    return null
  }
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255
}

/** Removes invisible characters: some of them reverse the text around them. */
function cleanName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name
    .slice(0, 4 * maxNameLength)
    .replace(/\p{C}/gu, '')
    .trim()
  return [...visible].slice(0, maxNameLength).join('')
}

/** Trims the URI, because some wallets start theirs with a line break. */
function readIcon(icon: unknown): string | null {
  const uri = typeof icon === 'string' ? icon.trim() : ''
  return uri.length <= maxIconLength && imageUri.test(uri) ? uri : null
}
