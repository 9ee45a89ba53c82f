import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../core/texts/en.js'
import { useTexts } from '../ui/language.js'

type Contact = PortalReceipt['contact']

/** Keeps the payment page open. Mail and phone links open an app instead of a page. */
const newTab = { target: '_blank', rel: 'noopener' }

type Props = {
  contact: Contact
  /** Says why to contact the shop, where the place of the list does not. */
  note?: string
}

/** Lists how to reach the shop, and its policies. Renders nothing when the shop has set none. */
export function ContactList({ contact, note }: Props) {
  const texts = useTexts().contact
  const links = listLinks(contact, texts)
  if (links.length === 0) return null
  return (
    <>
      {note && <p class="note">{note}</p>}
      <ul class="contact" aria-label={texts.title}>
        {links.map(({ text, href }) => (
          <li key={text}>
            <a href={href} {...(href.startsWith('http') ? newTab : {})}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function listLinks(contact: Contact, texts: Texts['contact']) {
  const { email, phone, url, returnPolicyUrl, termsUrl, privacyUrl } = contact
  return [
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }] : []),
    ...(url ? [{ text: texts.support, href: url }] : []),
    ...(returnPolicyUrl ? [{ text: texts.returnPolicy, href: returnPolicyUrl }] : []),
    ...(termsUrl ? [{ text: texts.terms, href: termsUrl }] : []),
    ...(privacyUrl ? [{ text: texts.privacy, href: privacyUrl }] : []),
  ]
}
