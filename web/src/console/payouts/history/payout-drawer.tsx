import { Hash } from '../../../ui/hash.js'
import { TokenIcon } from '../../../ui/token-icon.js'
import { useFormats } from '../../format/use-formats.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Dialog } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { Notice } from '../../parts/notice.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { useConsoleTexts } from '../../texts.js'
import { showUnits } from '../balances-card.js'
import { shortAddress } from '../short-address.js'
import type { Payout } from '../use-payouts.js'

type PayoutDrawerProps = {
  hash: string
  payout: Payout | undefined
  isLoading: boolean
  explorerUrl: string | null
  nameOf(address: string): string
  onClose(): void
}

/** One distribution: what each recipient got, and its proof on chain. */
export function PayoutDrawer(props: PayoutDrawerProps) {
  const { hash, payout, isLoading, explorerUrl, nameOf, onClose } = props
  const texts = useConsoleTexts().payouts.payout
  const { money, dateTime } = useFormats()
  const title = payout?.usd != null ? money(payout.usd, 'USD') : shortAddress(hash)
  return (
    <Dialog kind="drawer" title={texts.title(title)} onClose={onClose}>
      {!payout && !isLoading && (
        <Notice title={texts.notFound} text={texts.notFoundText} icon="search" />
      )}
      {!payout && isLoading && <SkeletonText lines={6} />}
      {payout && (
        <div class="payout-detail">
          <p class="soft">{dateTime(payout.at)}</p>
          <ul>
            {payout.recipients.map((part) => (
              <li key={`${part.address} ${part.symbol}`}>
                <TokenIcon symbol={part.symbol} />
                <span>
                  <b>{part.label || nameOf(part.address)}</b>
                  <Hash value={part.address} />
                </span>
                <span class="money">
                  <b>{showUnits(part)}</b> <span class="soft">{part.symbol}</span>
                </span>
              </li>
            ))}
          </ul>
          <dl>
            <div>
              <dt class="soft">{texts.transaction}</dt>
              <dd>
                <Hash value={hash} />
                <CopyButton text={hash} label={texts.copy} />
                {explorerUrl && (
                  <a
                    class="icon-button small"
                    href={`${explorerUrl}/tx/${hash}`}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={texts.explorer}
                  >
                    <Icon name="out" />
                  </a>
                )}
              </dd>
            </div>
            <div>
              <dt class="soft">{texts.split}</dt>
              <dd>
                <Hash value={payout.split} />
              </dd>
            </div>
          </dl>
        </div>
      )}
    </Dialog>
  )
}
