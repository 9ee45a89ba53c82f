const chunkBytes = 65_536

/** Returns a stream of a file that reports how much of it was taken. */
export function streamFile(
  content: Uint8Array<ArrayBuffer>,
  onProgress: (progress: { sentBytes: number; totalBytes: number }) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const totalBytes = content.length
  let sentBytes = 0
  return new ReadableStream({
    pull(controller) {
      if (sentBytes === totalBytes) return controller.close()
      const chunk = content.slice(sentBytes, sentBytes + chunkBytes)
      controller.enqueue(chunk)
      sentBytes += chunk.length
      onProgress({ sentBytes, totalBytes })
    },
  })
}
