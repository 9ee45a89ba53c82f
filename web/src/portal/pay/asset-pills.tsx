import type { PortalReceipt } from '@tallystick/sdk'

type Props = {
  payment: PortalReceipt['payment']
  chosen: string
  onChoose: (symbol: string) => void
  /** Address of this page, for links that work without JavaScript. */
  pageUrl: string
}

/** Lets the buyer choose an asset. Every label names the network, because the same asset exists on several. */
export function AssetPills({ payment, chosen, onChoose, pageUrl }: Props) {
  const { options, network } = payment
  return (
    <>
      <fieldset class="pills needs-script">
        <legend>Pay in</legend>
        {options.map(({ symbol }) => (
          <label key={symbol} class="asset">
            <input
              type="radio"
              name="asset"
              value={symbol}
              checked={symbol === chosen}
              onChange={() => onChoose(symbol)}
            />
            <span>
              <b>{symbol}</b> <small>on {network.name}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="without-script" id="pay-in">
        Pay in
      </p>
      <ul class="pills without-script" aria-labelledby="pay-in">
        {options.map(({ symbol }) => (
          <li key={symbol} class="asset">
            <a
              href={`${pageUrl}&asset=${symbol}`}
              aria-current={symbol === chosen ? 'true' : undefined}
            >
              <b>{symbol}</b> <small>on {network.name}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
