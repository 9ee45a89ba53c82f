import type { Provider, Wallet } from './wallet.js'

/** What it should carry. */
type Detail = { info: Record<string, unknown>; provider: Provider }

/** A wallet as it announced itself. */
type Announcement = { uuid: string; wallet: Wallet }

const nameLength = 40
const iconLength = 64 * 1024

/** The kinds that a browser draws as a picture and nothing else. */
const picture = /^data:image\/(png|svg\+xml|webp|gif|jpeg)[;,]/

/**
 * Reads an EIP-6963 announcement; `null` when it is none. Any script on the page can announce anything,
 * so nothing about it is taken for granted.
 */
export function readAnnouncement(event: unknown): Announcement | null {
  try {
    const { info, provider } = (event as CustomEvent<Detail>).detail
    const { uuid, rdns, icon } = info
    const name = cutName(info['name'])
    if (!isWord(uuid) || !isWord(rdns) || !isWord(name)) return null
    if (typeof provider.request !== 'function') return null
    return { uuid, wallet: { id: rdns, name, icon: readIcon(icon), provider } }
  } catch {
    return null
  }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255
}

/** Without what has no shape of its own: some of that turns the text around it. */
function cutName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name
    .slice(0, 4 * nameLength)
    .replace(/\p{C}/gu, '')
    .trim()
  return [...visible].slice(0, nameLength).join('')
}

/** Some wallets begin theirs with a line break. */
function readIcon(icon: unknown): string | null {
  const uri = typeof icon === 'string' ? icon.trim() : ''
  return uri.length <= iconLength && picture.test(uri) ? uri : null
}
