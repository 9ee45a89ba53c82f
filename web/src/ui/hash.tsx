/** Shows both ends of a hash or an address, which people compare. Prints it in full. */
export function Hash({ value, whole = false }: { value: string; whole?: boolean }) {
  const [start, middle, end] = [value.slice(0, 6), value.slice(6, -4), value.slice(-4)]
  return (
    <code class="hash" title={value}>
      <b>{start}</b>
      {whole ? (
        middle
      ) : (
        <>
          <span class="dots">…</span>
          <span class="middle">{middle}</span>
        </>
      )}
      <b>{end}</b>
    </code>
  )
}
