import type { PortalReceipt } from '@tallystick/sdk'

type Contact = PortalReceipt['contact']

/** Keeps the payment page open. Mail and phone links open an app instead of a page. */
const newTab = { target: '_blank', rel: 'noopener' }

/** Lists how to reach the shop, and its policies. Renders nothing when the shop has set none. */
export function ContactList({ contact }: { contact: Contact }) {
  const links = listLinks(contact)
  if (links.length === 0) return null
  return (
    <ul class="contact" aria-label="Contact and policies">
      {links.map(({ text, href }) => (
        <li key={text}>
          <a href={href} {...(href.startsWith('http') ? newTab : {})}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

function listLinks({ email, phone, url, returnPolicyUrl, termsUrl, privacyUrl }: Contact) {
  return [
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }] : []),
    ...(url ? [{ text: 'Support', href: url }] : []),
    ...(returnPolicyUrl ? [{ text: 'Return policy', href: returnPolicyUrl }] : []),
    ...(termsUrl ? [{ text: 'Terms', href: termsUrl }] : []),
    ...(privacyUrl ? [{ text: 'Privacy policy', href: privacyUrl }] : []),
  ]
}
