import type { PortalReceipt } from '../schemas.js'
import type { SheetLink } from './sheet.js'

/** Describes how to reach the shop, as the footer of a printed receipt. Empty when the shop has set nothing. */
export function describeContact({ contact }: Pick<PortalReceipt, 'contact'>): SheetLink[] {
  return [
    ...link('Email', contact.email, (email) => `mailto:${email}`),
    ...link('Phone', contact.phone, (phone) => `tel:${phone.replace(/[^\d+]/g, '')}`),
    ...link('Support', contact.url),
    ...link('Return policy', contact.returnPolicyUrl),
    ...link('Terms', contact.termsUrl),
    ...link('Privacy policy', contact.privacyUrl),
  ]
}

function link(label: string, text: string | undefined, hrefOf = (url: string) => url): SheetLink[] {
  return text === undefined ? [] : [{ label, text, href: hrefOf(text) }]
}
