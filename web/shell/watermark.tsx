// Watermark with person and time over the content (spec §3); clicks pass through. Not antd's, which writes style
// attributes that the Content-Security-Policy forbids.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatMoment } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSettings } from '#web/lib/settings.ts'
import { useMode } from './settings/appearance.ts'

const MINUTE_MS = 60_000
/** Tile size in px and slope of the text in radians. */
const TILE = { width: 320, height: 200, slope: -0.35 }

/** Current time, updated at the start of each minute. */
function useMinute(): string {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), MINUTE_MS - (now % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return formatMoment(now)
}

function drawTile(lines: readonly string[], colour: string, font: string): string {
  const canvas = document.createElement('canvas')
  const scale = window.devicePixelRatio
  canvas.width = TILE.width * scale
  canvas.height = TILE.height * scale
  const pen = canvas.getContext('2d')
  if (!pen) return ''
  pen.scale(scale, scale)
  pen.translate(TILE.width / 2, TILE.height / 2)
  pen.rotate(TILE.slope)
  pen.fillStyle = colour
  pen.font = `14px ${font}`
  pen.textAlign = 'center'
  lines.forEach((line, at) => void pen.fillText(line, 0, at * 22))
  return canvas.toDataURL()
}

export default function Watermark() {
  const session = useSession()
  const minute = useMinute()
  const mode = useMode()
  const colorName = useSettings((settings) => settings.colorName)
  const box = useRef<HTMLDivElement>(null)
  const names = [...new Set([session?.realName, session?.userName])].filter(Boolean).join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: mode and colour change the computed styles
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { color, fontFamily } = getComputedStyle(element)
    element.style.backgroundImage = `url(${drawTile([names, minute], color, fontFamily)})`
  }, [names, minute, mode, colorName])

  return <div ref={box} className="watermark" aria-hidden="true" data-text={`${names} ${minute}`} style={tileSize} />
}

const tileSize = { backgroundSize: `${TILE.width}px ${TILE.height}px` }
