// Figures of a list: numbers in a row, and counts by group as bars.
import { Button, Modal, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorState } from './page-state.tsx'
import { useDialog } from './use-dialog.ts'
import './figures-dialog.css'

/** The address of the list that it counts, or what shows that list over the figures. */
type Target = string | (() => void)
type Bar = { name: string; count: number; to?: Target }

/** A figure that opens what it counts. */
export const CountButton = ({ name, text, onOpen }: { name: string; text: string; onOpen: () => void }) => (
  <Button
    type="link"
    size="small"
    aria-label={`${name} ${text}，查看明细`}
    style={{ paddingInline: 0, fontSize: 'inherit' }}
    onClick={onOpen}
  >
    {text}
  </Button>
)

function Count({ name, count, to, onOpen }: Bar & { onOpen: () => void }) {
  const text = count.toLocaleString('zh-CN')
  if (to === undefined || count === 0) return text
  return typeof to === 'function' ? (
    <CountButton name={name} text={text} onOpen={to} />
  ) : (
    <Link to={to} aria-label={`${name} ${text}，查看明细`} onClick={onOpen}>
      {text}
    </Link>
  )
}

type Group = { title: string; bars: readonly Bar[] }

function Bars({ title, bars, onOpen }: Group & { onOpen: () => void }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <section className="figure-bars" aria-label={title}>
      <h3>{title}</h3>
      {bars.length === 0 && <p>暂无数据</p>}
      <dl>
        {bars.map(({ name, count, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="figure-bar" style={{ inlineSize: `${(count / most) * 70}%` }} />
              <Count name={name} count={count} {...(to !== undefined && { to })} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type FiguresDialogProps<Data> = {
  title: string
  read: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  figuresOf: (data: Data) => readonly (readonly [label: string, count: number, to?: Target | undefined])[]
  groupsOf: (data: Data) => readonly Group[]
  /** Above the figures: what they are of. */
  children?: ReactNode
  onClosed: () => void
}

export function FiguresDialog<Data>({
  title,
  read,
  figuresOf,
  groupsOf,
  children,
  onClosed,
}: FiguresDialogProps<Data>) {
  const { close, frame } = useDialog(onClosed)
  const { data, error, refetch } = read
  return (
    <Modal title={title} {...frame} width={720} footer={null} onCancel={close}>
      {children}
      {data ? (
        <>
          <dl className="figures">
            {figuresOf(data).map(([label, count, to]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Count name={label} count={count} {...(to !== undefined && { to })} onOpen={close} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="figure-bars-row">
            {groupsOf(data).map((group) => (
              <Bars key={group.title} {...group} onOpen={close} />
            ))}
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}
