// Badges of a meeting, printed by the browser, which also saves them as PDF.
import './badges.css'
import { PrinterOutlined } from '@ant-design/icons'
import { Button, Input, QRCode } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Badge, listBadges } from '../../../contract/meetings/sign-ups.ts'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { useCall } from '../../lib/query.ts'
import { useMeetingId } from './contents-page.tsx'
import { fullName } from './meeting-labels.tsx'

const QR_PX = 96

type SheetProps = { title: string; badges: readonly Badge[] }

function Badges({ title, badges }: SheetProps) {
  return badges.map(({ id, name, company, position, ticket }) => (
    <li key={id} className="badge">
      <p className="badge-title">{title}</p>
      <div className="badge-person">
        <div>
          <strong>{name}</strong>
          <p>{company}</p>
          <p>{position}</p>
        </div>
        <div className="badge-code">
          {/* dark on light in both modes: many scanners cannot read inverted codes */}
          <QRCode
            aria-label={`二维码 ${ticket}`}
            value={ticket}
            size={QR_PX}
            type="svg"
            bordered={false}
            color="black"
            bgColor="white"
          />
          <span>{ticket}</span>
        </div>
      </div>
    </li>
  ))
}

/** Beside the console, which is not printed: its pages scroll, and paper would show only what is in sight. */
function PrintedSheet({ onPrinted, ...sheet }: SheetProps & { onPrinted: () => void }) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <ul className="badge-sheet badge-paper">
      <Badges {...sheet} />
    </ul>,
    document.body,
  )
}

export default function BadgesPage() {
  const meetingId = useMeetingId()
  const [text, setText] = useState('')
  const [isPrinting, setPrinting] = useState(false)
  const [endPrinting] = useState(() => () => setPrinting(false))
  const read = useCall(
    listBadges,
    { meetingId, text },
    { staleTime: 0, placeholderData: (before) => before, call: { hideErrorMsg: true } },
  )
  return (
    <div className="badges">
      <Loaded read={read} rows={6}>
        {({ rows, total, ...meeting }) => (
          <>
            <div className="badges-head">
              <h1>{fullName(meeting)}</h1>
              <Input.Search
                aria-label="姓名、单位或票号"
                placeholder="姓名、单位或票号"
                allowClear
                maxLength={64}
                onSearch={(typed) => setText(typed.trim())}
              />
              <Button
                type="primary"
                icon={<PrinterOutlined />}
                disabled={rows.length === 0}
                onClick={() => setPrinting(true)}
              >
                打印
              </Button>
            </div>
            <p className="badges-note">
              {total > rows.length
                ? `共 ${total} 张，显示前 ${rows.length} 张，请按单位查找后分批打印。`
                : `共 ${total} 张。`}
              每张 90 × 54 毫米，A4 纸每页 10 张；在打印窗口中也可以另存为 PDF。
            </p>
            {rows.length === 0 ? (
              <p>没有已确认的报名。</p>
            ) : (
              <ul className="badge-sheet" aria-label="胸牌">
                <Badges title={fullName(meeting)} badges={rows} />
              </ul>
            )}
            {isPrinting && <PrintedSheet title={fullName(meeting)} badges={rows} onPrinted={endPrinting} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
