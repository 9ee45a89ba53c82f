import { useEffect, useState } from 'preact/hooks'

/** Returns a text once the person has stopped typing for a moment. */
export function useTypedText(text: string, pauseMs: number): string {
  const [typedText, setTypedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTypedText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return typedText
}
