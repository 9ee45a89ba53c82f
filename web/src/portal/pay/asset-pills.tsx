import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { TokenIcon } from '../../ui/token-icon.js'

type Props = {
  payment: PortalReceipt['payment']
  chosen: string
  onChoose: (symbol: string) => void
  /** Address of this page, for links that work without JavaScript. */
  pageUrl: string
}

/** Lets the buyer choose an asset. */
export function AssetPills({ payment, chosen, onChoose, pageUrl }: Props) {
  const { pay } = useTexts()
  const { options, network } = payment
  const label = (symbol: string) => (
    <>
      <TokenIcon symbol={symbol} />
      {symbol}
      <span class="visually-hidden"> {pay.on(network.name)}</span>
    </>
  )
  return (
    <>
      <fieldset class="pills needs-script">
        <legend class="visually-hidden">{pay.payIn}</legend>
        {options.map(({ symbol }) => (
          <label key={symbol} class="asset">
            <input
              type="radio"
              name="asset"
              value={symbol}
              checked={symbol === chosen}
              onChange={() => onChoose(symbol)}
            />
            <span>{label(symbol)}</span>
          </label>
        ))}
      </fieldset>
      <ul class="pills without-script" aria-label={pay.payIn}>
        {options.map(({ symbol }) => (
          <li key={symbol} class="asset">
            <a
              href={`${pageUrl}&asset=${symbol}`}
              aria-current={symbol === chosen ? 'true' : undefined}
            >
              {label(symbol)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
