import type { PortalReceipt } from '@tallystick/sdk'
import { Icon } from '../../ui/icon.js'
import { useTexts } from '../../ui/language.js'
import { TokenIcon } from '../../ui/token-icon.js'

type Props = {
  payment: PortalReceipt['payment']
  chosen: string
  onChoose: (symbol: string) => void
  /** Address of this page, for links that work without JavaScript. */
  pageUrl: string
}

/** Lets the buyer choose an asset. Names the network, because the same asset exists on several. */
export function AssetPills({ payment, chosen, onChoose, pageUrl }: Props) {
  const { pay } = useTexts()
  const { options, network } = payment
  const title = (
    <>
      {pay.payIn}{' '}
      <span class="network">
        <Icon name="network" />
        {pay.on(network.name)}
      </span>
    </>
  )
  const label = (symbol: string) => (
    <>
      <TokenIcon symbol={symbol} />
      <b>{symbol}</b>
      <span class="visually-hidden"> {pay.on(network.name)}</span>
    </>
  )
  return (
    <>
      <fieldset class="pills needs-script">
        <legend>{title}</legend>
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
      <p class="without-script" id="pay-in">
        {title}
      </p>
      <ul class="pills without-script" aria-labelledby="pay-in">
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
