// A conversation from its end: the last 50 messages, and above them earlier ones, 50 at a time.
import { Button, Empty } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type AiMessageRow, queryAiMessages } from '#contract/ai/messages.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useCall } from '#web/lib/query.ts'
import { CaseDialog } from './case-dialog.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { Message } from './session-message.tsx'

type PartProps = {
  sessionId: string
  /** Messages before this number; without it the last ones. */
  before?: number
  /** Parts above this one. */
  above: number
  onEarlier: () => void
  onRate: (message: AiMessageRow) => void
  onCase?: ((message: AiMessageRow) => void) | undefined
}

function Records({
  records,
  isFocused,
  onRate,
  onCase,
}: { records: AiMessageRow[]; isFocused: boolean } & Pick<PartProps, 'onRate' | 'onCase'>) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // the button that was pressed is gone
    if (isFocused) list.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <ol ref={list} className="ai-messages" tabIndex={-1}>
      {records.map((message) => (
        <Message key={message.id} message={message} onRate={onRate} onCase={onCase} />
      ))}
    </ol>
  )
}

/** Each part asks for the one above by its own first number, so that no message falls between two. */
function Part({ sessionId, before, above, onEarlier, onRate, onCase }: PartProps) {
  const read = useCall(
    queryAiMessages,
    { sessionId, ...(before !== undefined && { before }) },
    { placeholderData: (previous) => previous, call: { hideErrorMsg: true } },
  )
  return (
    <Loaded read={read} rows={8}>
      {({ records, hasEarlier }) => (
        <>
          {hasEarlier && above === 0 && (
            <div className="ai-earlier">
              <Button onClick={onEarlier}>加载更早的消息</Button>
            </div>
          )}
          {hasEarlier && above > 0 && records[0] && (
            <Part
              sessionId={sessionId}
              before={records[0].number}
              above={above - 1}
              onEarlier={onEarlier}
              onRate={onRate}
              onCase={onCase}
            />
          )}
          {records.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有消息" />}
          <Records records={records} isFocused={before !== undefined && above === 0} onRate={onRate} onCase={onCase} />
        </>
      )}
    </Loaded>
  )
}

export function SessionMessages({ sessionId, assistantId }: { sessionId: string; assistantId: string | null }) {
  const [above, setAbove] = useState(0)
  const [rated, setRated] = useState<AiMessageRow>()
  const [tested, setTested] = useState<AiMessageRow>()
  return (
    <section aria-label="消息">
      <Part
        sessionId={sessionId}
        above={above}
        onEarlier={() => setAbove((parts) => parts + 1)}
        onRate={setRated}
        onCase={assistantId === null ? undefined : setTested}
      />
      {tested && assistantId !== null && (
        <CaseDialog assistantId={assistantId} messageId={tested.id} onClosed={() => setTested(undefined)} />
      )}
      {rated && <RateDialog message={rated} onClosed={() => setRated(undefined)} />}
    </section>
  )
}
