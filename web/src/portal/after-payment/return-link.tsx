import type { useReturn } from './use-return.js'

/** The way back to the shop. It can be stopped, and nobody is led away who only looks at a receipt again. */
export function ReturnNote({
  target,
  left,
  stay,
}: Omit<ReturnType<typeof useReturn>, 'hasJustPaid'>) {
  if (target === null) return null
  const host = new URL(target).host
  return (
    <div class="return">
      <a class="main-button" href={target} rel="noopener noreferrer">
        Return to {host}
      </a>
      {left !== null && (
        <p class="pair">
          {/* Counting aloud would talk over everything else. */}
          <span>
            <span class="unseen">You are taken to {host} in a few seconds.</span>
            <span aria-hidden="true">
              Going there in <span class="money">{left}</span> s
            </span>
          </span>
          <button type="button" class="quiet-button" onClick={stay}>
            Stay here
          </button>
        </p>
      )}
    </div>
  )
}
