/** For tests: small real images of each kind, red, 3 by 2 pixels (GIF: 1 by 1), as base64. */
export const samples = {
  png: [
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWI6ISf3H4aZGJAAAAAA//9hn33yAAAA',
    'BklEQVQDAHUgBg5jLPehAAAAAElFTkSuQmCC',
  ].join(''),
  jpeg: [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX',
    'RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj',
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA',
    'AAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAA',
    'AAAA/9oADAMBAAIRAxEAPwCOACqH/9k=',
  ].join(''),
  webpLossy: [
    'UklGRjYAAABXRUJQVlA4ICoAAACQAQCdASoDAAIAAsBMJaACdLoAA5gA/u2QP4hd7G2//PTP62/j/xkAAAA=',
  ].join(''),
  webpLossless: 'UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAdQjyLXo/+BiOh/AAA=',
  webpExtended: [
    'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAqAAAAkAEAnQEqAwACAALA',
    'TCWgAnS6AAOYAP7tkD+IXextv/z0z+tv4/8ZAAAA',
  ].join(''),
  gif87: 'R0lGODdhAQABAIAAAMgeHgAAACwAAAAAAQABAAACAkQBADs=',
  gif89: 'R0lGODlhAQABAIAAAMgeHgAAACwAAAAAAQABAAACAkQBADs=',
}

/** A fresh copy of the bytes of one, to be broken at will. */
export function aSample(name: keyof typeof samples): Uint8Array {
  return Uint8Array.from(Buffer.from(samples[name], 'base64'))
}
