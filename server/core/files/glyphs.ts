// Characters of pictures as strokes: `x,y` points on a grid of 10 by 14; two make a straight line, more are control points
// of a curve. Letters are those that nobody takes for another or for a digit (not B G I L O Q S V Z): the captcha's.
import type { Point, Stroke } from './strokes.ts'

const drawn = {
  '-': '1,7 9,7',
  '.': '4.5,13.8 5,14',
  '0': '5,0 0,0 0,14 5,14 10,14 10,0 5,0',
  '1': '1,3 5,0|5,0 5,14|1,14 9,14',
  '2': '0,4 1,0 9,-1 10,5 5,9 0,14|0,14 10,14',
  '3': '0,1 5,-1 11,1 9,7 4,6.5|4,6.5 11,6.5 12,13 4,16 0,12',
  '4': '7,14 7,0|7,0 0,10|0,10 10,10',
  '5': '9,0 1,0|1,0 1,6|1,6 6,4 12,7 10,14 4,15 0,13',
  '6': '9,1 4,-1 -1,5 -1,13 5,16 11,13 9,6 3,5 0,10',
  '7': '0,0 10,0|10,0 4,14',
  '8': '5,6.5 -1,6 -1,-1 5,-1 11,-1 11,6 5,6.5|5,6.5 -2,7 -2,15 5,15 12,15 12,7 5,6.5',
  '9': '1,13 6,15 11,9 11,1 5,-2 -1,1 1,8 7,9 10,4',
  A: '0,14 5,0|5,0 10,14|2,9 8,9',
  C: '10,3 8,-1 0,-1 -1,5 -1,9 0,15 8,15 10,11',
  D: '0,0 0,14|0,0 7,-1 11,3 11,11 7,15 0,14',
  E: '0,0 0,14|0,0 9,0|0,7 7,7|0,14 9,14',
  F: '0,0 0,14|0,0 9,0|0,7 7,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '8,0 8,11 7,15 1,15 0,10',
  K: '0,0 0,14|9,0 0,8|3,6 10,14',
  M: '0,14 0,0|0,0 5,8|5,8 10,0|10,0 10,14',
  N: '0,14 0,0|0,0 10,14|10,14 10,0',
  P: '0,0 0,14|0,0 8,-1 12,3 8,8 0,8',
  R: '0,0 0,14|0,0 8,-1 12,3 8,8 0,8|4,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  U: '0,0 0,10 1,15 9,15 10,10 10,0',
  W: '0,0 2.5,14|2.5,14 5,3|5,3 7.5,14|7.5,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7|10,0 5,7|5,7 5,14',
} as const satisfies Record<string, string>

/** Chaikin's corner cutting: endpoints stay, corners become curves. */
function bend(points: Stroke, times = 3): Stroke {
  if (times === 0 || points.length < 3) return points
  const cut = points.slice(1).flatMap(([x, y], at): Point[] => {
    const [fromX, fromY] = points[at] as Point
    const near = (share: number): Point => [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
    return [near(0.25), near(0.75)]
  })
  return bend([points[0] as Point, ...cut, points.at(-1) as Point], times - 1)
}

const read = (text: string): Stroke[] =>
  text.split('|').map((stroke) =>
    bend(
      stroke.split(' ').map((point): Point => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return [x, y]
      }),
    ),
  )

export const glyphs: ReadonlyMap<string, readonly Stroke[]> = new Map(
  Object.entries(drawn).map(([character, text]) => [character, read(text)]),
)
