import type { PortalReceipt } from '@tallystick/sdk'
import type { Texts } from '../core/texts/en.js'
import { useTexts } from '../ui/language.js'

type Contact = PortalReceipt['contact']

/** Keeps the payment page open. Mail and phone links open an app instead of a page. */
const newTab = { target: '_blank', rel: 'noopener' }

type Props = {
  contact: Contact
  /** Says why to contact the shop. The list then has no policies. */
  note?: string
  /** Whether the page lists the contacts elsewhere. The list then has only policies. */
  isPolicies?: boolean
}

/** Lists how to reach the shop, and its policies. Renders nothing when the shop has set none. */
export function ContactList({ contact, note, isPolicies = false }: Props) {
  const texts = useTexts().contact
  const links = [
    ...(isPolicies ? [] : listHelp(contact, texts)),
    ...(note ? [] : listPolicies(contact, texts)),
  ]
  if (links.length === 0) return null
  return (
    <div>
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
    </div>
  )
}

function listHelp({ email, phone, url }: Contact, texts: Texts['contact']) {
  return [
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ text: phone, href: `tel:${phone.replace(/[^\d+]/g, '')}` }] : []),
    ...(url ? [{ text: texts.support, href: url }] : []),
  ]
}

function listPolicies({ returnPolicyUrl, termsUrl, privacyUrl }: Contact, texts: Texts['contact']) {
  return [
    ...(returnPolicyUrl ? [{ text: texts.returnPolicy, href: returnPolicyUrl }] : []),
    ...(termsUrl ? [{ text: texts.terms, href: termsUrl }] : []),
    ...(privacyUrl ? [{ text: texts.privacy, href: privacyUrl }] : []),
  ]
}
