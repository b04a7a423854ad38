// A sparkline of prices; its aria-label describes it.
const WIDTH = 88
const HEIGHT = 22
const EDGE = 2

/** Values become numbers only for drawing: shown figures stay decimal texts. */
export function TrendLine({ values, label }: { values: readonly string[]; label: string }) {
  if (values.length < 2) return <span className="price-note">—</span>
  const numbers = values.map(Number)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const x = (at: number) => EDGE + (at * (WIDTH - 2 * EDGE)) / (numbers.length - 1)
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least)
  const points = numbers.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <svg className="price-trend" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
