import type { ComponentChildren } from 'preact'
import { drawQr } from '../core/qr/draw-qr.js'
import { CopyButton } from '../ui/copy-button.js'
import { ErrorPage } from '../ui/error-page.js'
import { Hash } from '../ui/hash.js'
import { Icon, iconNames } from '../ui/icon.js'
import { Money } from '../ui/money.js'
import { QrCode } from '../ui/qr-code.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { SiteHeader } from '../ui/site-header.js'
import { SlipEdge } from '../ui/slip-edge.js'
import { StatusPill } from '../ui/status-pill.js'
import { Time } from '../ui/time.js'
import { TokenIcon } from '../ui/token-icon.js'

const address = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const text = 'ethereum:0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const qr = { text, ...drawQr(text) }
const problem = {
  title: 'Payment not found',
  text: 'The link may be incomplete or mistyped.',
  next: 'Open the link from the shop again.',
}

/** Every part of `ui` by its file name, as pages use it. */
export const parts: Record<string, ComponentChildren> = {
  'copy-button': <CopyButton text={address} what="the address" />,
  'error-page': <ErrorPage problem={problem} isSandbox={false} />,
  hash: (
    <p>
      <Hash value={address} /> <Hash value={address} whole />
    </p>
  ),
  icon: (
    <p class="row-of-parts">
      {iconNames.map((name) => (
        <span key={name}>
          <Icon name={name} /> {name}
        </span>
      ))}
    </p>
  ),
  money: <Money>$1,234.50</Money>,
  'qr-code': (
    <p class="row-of-parts">
      <QrCode qr={qr} label="QR code of an address" />
    </p>
  ),
  'sandbox-bar': <SandboxBar />,
  'site-header': <SiteHeader isSandbox={false} isHome />,
  'slip-edge': <SlipEdge />,
  'status-pill': (
    <p class="row-of-parts">
      <StatusPill tone="wait" word="Waiting" />
      <StatusPill tone="good" word="Paid" />
      <StatusPill tone="warn" word="Underpaid" />
      <StatusPill tone="bad" word="Failed" />
    </p>
  ),
  time: <Time at={Date.UTC(2026, 0, 1, 12)} />,
  'token-icon': (
    <p class="row-of-parts">
      {['USDC', 'USDT', 'EURC', 'ETH', 'DAI'].map((symbol) => (
        <span key={symbol}>
          <TokenIcon symbol={symbol} /> {symbol}
        </span>
      ))}
    </p>
  ),
}

/** Controls without a component: classes of `ui/controls.css`. */
const controls = (
  <p class="actions">
    <button type="button" class="quiet-button">
      Quiet button
    </button>
    <button type="button" class="quiet-button" disabled>
      Disabled
    </button>
    <button type="button" class="main-button">
      Main button
    </button>
  </p>
)

/** Shows every part of `ui`, for people who build pages. */
export function PartsPage() {
  return (
    <>
      <SiteHeader isSandbox />
      <div class="column parts">
        <h1>Parts</h1>
        {Object.entries({ ...parts, controls }).map(([name, example]) => (
          <section key={name}>
            <h2>{name}</h2>
            <div class="example">{example}</div>
          </section>
        ))}
      </div>
    </>
  )
}
