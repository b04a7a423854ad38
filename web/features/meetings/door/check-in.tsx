// Check-in lists of a meeting, the page that scans on each, and the links of helpers.
import './check-in.css'
import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal, QRCode, Space } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { checkInKindLabels } from '#contract/meetings/check-in-labels.ts'
import {
  type CheckInList,
  endCheckInLink,
  getCheckIn,
  makeCheckInLink,
  removeCheckInList,
  saveCheckInList,
} from '#contract/meetings/check-ins.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { CountButton } from '#web/kit/dialog/figures-dialog.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { copyText } from '#web/lib/copy.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useMeetingId } from '../contents/contents-page.tsx'
import { fullName } from '../meeting-labels.tsx'
import { MeetingTabs } from '../meeting-tabs.tsx'
import { CHECK_IN } from '../sign-ups/sign-up-labels.tsx'
import { CheckInListDialog } from './check-in-lists.tsx'
import { CheckedIn, type CheckInSlice } from './checked-in.tsx'

/** What the doors do. */
const REFRESH_MS = 20_000
const QR_PX = 180
const quiet = { hideErrorMsg: true }
const invalidates = [getCheckIn]

type Link = DataOf<typeof makeCheckInLink>

function LinkDialog({ list, link, onClosed }: { list: CheckInList; link: Link; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  return (
    <Modal title={`签到链接：${list.name}`} {...frame} width={420} footer={null} onCancel={close}>
      <div className="check-in-link">
        {/* dark on light in both modes: many scanners cannot read inverted codes */}
        <QRCode aria-label="二维码" value={link.url} size={QR_PX} type="svg" color="black" bgColor="white" />
        <p>
          PIN <strong className="check-in-pin">{link.pin}</strong>
        </p>
        <p>
          PIN 只显示这一次。打开链接并输入 PIN 的人可以扫码签到，不能查找来宾；{formatMoment(list.endsAt)} 起失效，PIN
          输错 5 次也会失效。
        </p>
        <PublicAddressNote />
        <Space.Compact block>
          <Input aria-label="链接" readOnly value={link.url} onFocus={(event) => event.target.select()} />
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copyText(`${link.url}\nPIN ${link.pin}`)}>
            复制
          </Button>
        </Space.Compact>
      </div>
    </Modal>
  )
}

type CountProps = { count: number; unit: string; slice: CheckInSlice; onOpen: (slice: CheckInSlice) => void }

const Count = ({ count, unit, slice, onOpen }: CountProps) =>
  count === 0 ? `0 ${unit}` : <CountButton name={slice.label} text={`${count} ${unit}`} onOpen={() => onOpen(slice)} />

type RowProps = {
  meetingId: string
  list: CheckInList
  onEdit: () => void
  onLink: (link: Link) => void
  onOpen: (slice: CheckInSlice) => void
}

function Row({ meetingId, list, onEdit, onLink, onOpen }: RowProps) {
  const [confirm, confirmation] = useConfirm()
  const removal = useAct(removeCheckInList, { success: '签到点已删除', invalidates })
  const making = useAct(makeCheckInLink, { invalidates })
  const ending = useAct(endCheckInLink, { success: '链接已结束', invalidates })
  const make = async () => {
    const link = await making.run({ meetingId, listId: list.id })
    if (link) onLink(link)
  }
  const askRemoval = () =>
    confirm({
      title: `删除签到点“${list.name}”？`,
      content: '还没有人在此签到。',
      verb: '删除',
      run: async () => {
        await removal.run({ meetingId, id: list.id })
      },
    })
  const askNewLink = () =>
    confirm({
      title: `重新生成“${list.name}”的链接？`,
      content: '原来的链接和 PIN 随即失效，正在使用它的人需要新的链接。',
      verb: '重新生成',
      run: make,
    })
  const askEnd = () =>
    confirm({
      title: `结束“${list.name}”的链接？`,
      content: '正在用它签到的手机随即停止；要继续签到，须生成新的链接和 PIN。',
      verb: '结束',
      run: async () => {
        await ending.run({ meetingId, listId: list.id })
      },
    })
  return (
    <li>
      <div>
        <strong>{list.name}</strong>
        <p className="check-in-soft">
          {checkInKindLabels[list.kind]} · {list.day ?? '全部日期'} · {formatMoment(list.endsAt)} 结束
        </p>
        <p>
          已到{' '}
          <Count
            count={list.people}
            unit="人"
            slice={{ label: `${list.name} 已到`, figure: 'in', listId: list.id }}
            onOpen={onOpen}
          />
          {list.again > 0 && (
            <>
              ，重复{' '}
              <Count
                count={list.again}
                unit="次"
                slice={{ label: `${list.name} 重复`, figure: 'again', listId: list.id }}
                onOpen={onOpen}
              />
            </>
          )}
        </p>
      </div>
      <Space wrap size={4}>
        <Button
          type="primary"
          href={`/backend/checkin?meetingId=${meetingId}&listId=${list.id}`}
          target="_blank"
          rel="noopener"
          aria-label={`打开签到页 ${list.name}`}
        >
          打开签到页
        </Button>
        <Can call={makeCheckInLink}>
          <Button aria-label={`签到链接 ${list.name}`} onClick={() => (list.hasLink ? void askNewLink() : void make())}>
            签到链接
          </Button>
        </Can>
        {list.hasLink && (
          <Can call={endCheckInLink}>
            <Button aria-label={`结束链接 ${list.name}`} onClick={() => void askEnd()}>
              结束链接
            </Button>
          </Can>
        )}
        <Can call={saveCheckInList}>
          <Button type="link" aria-label={`编辑 ${list.name}`} onClick={onEdit}>
            编辑
          </Button>
        </Can>
        {list.people === 0 && (
          <Can call={removeCheckInList}>
            <Button type="link" danger aria-label={`删除 ${list.name}`} onClick={() => void askRemoval()}>
              删除
            </Button>
          </Can>
        )}
      </Space>
      {confirmation}
    </li>
  )
}

export default function CheckIn() {
  const meetingId = useMeetingId()
  const [edited, setEdited] = useState<{ list: CheckInList | undefined }>()
  const [shown, setShown] = useState<CheckInSlice>()
  const [made, setMade] = useState<{ list: CheckInList; link: Link }>()
  const read = useCall(getCheckIn, { meetingId }, { refetchInterval: REFRESH_MS, staleTime: 0, call: quiet })
  return (
    <div className="check-in">
      <Loaded read={read} rows={6}>
        {({ lists, expected, came, startsOn, endsOn, ...meeting }) => (
          <>
            <MeetingTabs meetingId={meetingId} current={CHECK_IN} />
            <h1>
              {fullName(meeting)}
              <Can call={saveCheckInList}>
                <Button type="primary" onClick={() => setEdited({ list: undefined })}>
                  添加签到点
                </Button>
              </Can>
            </h1>
            <p>
              应到 <Count count={expected} unit="人" slice={{ label: '应到', figure: 'expected' }} onOpen={setShown} />
              ，已入场 <Count count={came} unit="人" slice={{ label: '已入场', figure: 'came' }} onOpen={setShown} />
              <span className="check-in-soft">（多个入口、多天入场只算一次）</span>
            </p>
            {lists.length === 0 ? (
              <p className="check-in-soft">还没有签到点。入场每天一个，晚宴、资料各一个，人数分开统计。</p>
            ) : (
              <ul className="check-in-rows" aria-label="签到点">
                {lists.map((list) => (
                  <Row
                    key={list.id}
                    meetingId={meetingId}
                    list={list}
                    onEdit={() => setEdited({ list })}
                    onLink={(link) => setMade({ list, link })}
                    onOpen={setShown}
                  />
                ))}
              </ul>
            )}
            {edited && (
              <CheckInListDialog
                meetingId={meetingId}
                startsOn={startsOn}
                endsOn={endsOn}
                list={edited.list}
                onClosed={() => setEdited(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
      {shown && <CheckedIn meetingId={meetingId} slice={shown} onClosed={() => setShown(undefined)} />}
      {made && <LinkDialog {...made} onClosed={() => setMade(undefined)} />}
    </div>
  )
}
