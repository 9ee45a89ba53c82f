import { CopyButton } from '../ui/copy-button.js'
import { Icon } from '../ui/icon.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { StatusPill } from '../ui/status-pill.js'
import { TokenIcon } from '../ui/token-icon.js'
import { ContactList } from './contact-list.js'
import { type CachedFragment, cachedFragment } from './fragment-cache.js'
import { Header } from './header.js'
import { LineList } from './order-summary/line-list.js'
import { HashForm } from './pay/hash-form.js'
import { SandboxTile } from './sandbox/sandbox-tile.js'
import { canPay, deriveStage } from './state/derive-stage.js'
import { describeHeading } from './state/describe-title.js'
import { StatusLine } from './status/status-line.js'

const always = () => ''

/**
 * The parts of a payment page that are the same for many receipts. A key names everything that the
 * HTML of the part shows. No part shows ids, addresses, links or times, which are of one receipt.
 */
export const portalFragments: readonly CachedFragment[] = [
  cachedFragment(SandboxBar, always),
  cachedFragment(HashForm, always),
  cachedFragment(Icon, ({ name }) => name),
  cachedFragment(TokenIcon, ({ symbol }) => symbol, { escapesSigns: true }),
  cachedFragment(StatusPill, ({ tone, word }) => `${tone} ${word}`),
  // The text to copy is not part of the HTML.
  cachedFragment(CopyButton, ({ what, isSmall }) => `${isSmall} ${what}`),
  cachedFragment(ContactList, ({ contact, note, isPolicies }) =>
    JSON.stringify([contact, note, isPolicies]),
  ),
  cachedFragment(Header, ({ view, receipt }, { texts }) =>
    JSON.stringify([
      view.mode,
      view.receipt.theme.brandLogoUrl,
      receipt.brandName,
      describeHeading(receipt, texts),
    ]),
  ),
  cachedFragment(SandboxTile, ({ receipt, failureCodes }) =>
    JSON.stringify([
      canPay(receipt),
      deriveStage(receipt) === 'sent',
      receipt.payment.dueUsd >= 0.02,
      failureCodes,
    ]),
  ),
  // Many buyers buy the same.
  cachedFragment(LineList, ({ lines, money, price, isSoft }) =>
    JSON.stringify([
      isSoft,
      money(0),
      ...lines.map((line) => [
        line.label,
        line.qty,
        line.itemId !== undefined && [line.picture],
        price(line),
      ]),
    ]),
  ),
  // Other stages show amounts of the receipt.
  cachedFragment(StatusLine, ({ receipt, notice, isLive }) => {
    const isOpen = notice === null && isLive && deriveStage(receipt) === 'open'
    return isOpen ? '' : null
  }),
]
