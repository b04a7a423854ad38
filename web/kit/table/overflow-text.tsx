// A text that ends in an ellipsis where it does not fit, and then shows itself in full when pointed at (spec §2).
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
  // The tooltip exists only while it shows: hundreds of cells would pay for it otherwise.
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
