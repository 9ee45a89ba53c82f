import type { PortalReceipt } from '@tallystick/sdk'
import { notchesOf } from './progress-steps.js'

const places = [40, 120, 200, 280] as const

/** Progress as a stick: a notch is cut as each step lands, and when the money divides the stick parts in two. */
export function NotchRow({ receipt }: { receipt: PortalReceipt }) {
  const notches = notchesOf(receipt)
  const isParted = notches.at(-1)?.isCut === true
  const next = notches.findIndex(({ isCut }) => !isCut)
  return (
    <div class={isParted ? 'notches parted' : 'notches'}>
      <svg viewBox="0 0 320 22" aria-hidden="true">
        <path class="half" d="M2 3h316v8.5H2z" />
        <path class="half lower" d={isParted ? 'M2 11h284v8H2z' : 'M2 11h316v8H2z'} />
        {notches.map(({ label, isCut }, at) => (
          <path
            key={label}
            class={isCut ? 'notch cut' : 'notch'}
            d={`M${(places[at] ?? 0) - 6} 3h12l-3.5 11h-5z`}
          />
        ))}
      </svg>
      <ol>
        {notches.map(({ label, isCut }, at) => (
          <li
            key={at}
            class={isCut ? 'is-cut' : ''}
            aria-current={at === next ? 'step' : undefined}
          >
            {label}
            <span class="unseen">{isCut ? ', done' : ', not yet'}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
