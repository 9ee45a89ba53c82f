import { decodePicture, restrictLibrary } from './decode-picture.js'
import { pictureLimits } from './picture.js'
import type { DecoderReport } from './start-decoder.js'

// The process of `startDecoder`: decodes one picture after the other. It ends with its parent, and
// by itself when a picture takes too long: the parent then starts another one. Pictures are decoded
// in a thread of the library, so this one stays free to watch the time. CPU time is the same on a
// busy machine.
//
// It ends by a signal: an orderly exit waits for the threads of the library, and so for the
// picture.

const watchEveryMs = 50

const end = () => process.kill(process.pid, 'SIGKILL')

restrictLibrary()
process.on('disconnect', end)
process.on('message', (content: Uint8Array) => {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 > pictureLimits.cpuMs) end()
  }, watchEveryMs)
  void decodePicture(content).then((result) => {
    clearInterval(watch)
    const report: DecoderReport = { result, rssBytes: process.memoryUsage.rss() }
    process.send?.(report)
  })
})
process.send?.('ready')
