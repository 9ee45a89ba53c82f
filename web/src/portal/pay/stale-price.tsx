/** In place of an amount that is not enough any more. A new one is asked for meanwhile, again and again. */
export function StalePrice({ symbol, onRefresh }: { symbol: string; onRefresh: () => void }) {
  return (
    <div class="due">
      <p role="status">
        The price in {symbol} has run out. Wait for a new one, or pay in something else.
      </p>
      <p>
        <button type="button" class="quiet-button" onClick={onRefresh}>
          Ask again
        </button>
      </p>
    </div>
  )
}
