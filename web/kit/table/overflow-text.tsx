// A text that is cut off with an ellipsis if it does not fit; hovering shows it in full (spec §2).
import { Tooltip } from 'antd'
import { useRef, useState } from 'react'
import './data-table.css'

export function OverflowText({ children }: { children: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const handleEnter = () => setOpen(box.current !== null && box.current.scrollWidth > box.current.clientWidth)
  const text = (
    <span ref={box} className="overflow-text">
      {children}
    </span>
  )
  // The tooltip is mounted only while it is open: in hundreds of cells it would be slow.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the full text is in the page already; this only shows it
    <span className="overflow-box" onMouseEnter={handleEnter} onMouseLeave={() => setOpen(false)}>
      {isOpen ? (
        <Tooltip open title={children}>
          {text}
        </Tooltip>
      ) : (
        text
      )}
    </span>
  )
}
