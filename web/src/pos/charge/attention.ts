let audio: AudioContext | null = null

/** Prepares sounds. Browsers allow that during a touch only. */
export function unlockSound(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
  } catch {
    // A browser without sound still shows the word and the color.
  }
}

/** Announces a payment by two rising notes and a vibration. */
export function announcePaid(): void {
  try {
    navigator.vibrate?.([120, 60, 120])
  } catch {
    // Not allowed here.
  }
  if (!audio) return
  for (const [index, hertz] of [660, 880].entries()) {
    const start = audio.currentTime + index * 0.16
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.3)
  }
}

/**
 * Keeps the screen on. Browsers release the lock while the page is hidden, so it is requested again.
 *
 * @returns a function that lets the screen turn off again.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isWanted = true
  const request = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return
    const granted = await navigator.wakeLock.request('screen').catch(() => null)
    if (isWanted) lock = granted
    else void granted?.release()
  }
  void request()
  document.addEventListener('visibilitychange', request)
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', request)
    void lock?.release().catch(() => {})
  }
}
