// How an answer came about: its figures then and now, what was looked up for it, what the model thought, and what it cost.
import { Button } from 'antd'
import { figureVerdictLabels, quotedPartLabels, refusalLabels, toolLabels } from '#contract/ai/answer-labels.ts'
import { failureLabels } from '#contract/ai/call-labels.ts'
import { type AnswerMaking, getAnswerMaking, type MakingFigure } from '#contract/ai/making.ts'
import { listPrices } from '#contract/prices/prices.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'

const PRICES = '/data/priceService/price'
const tones = { bound: 'good', computed: 'good', source: 'good', unbound: 'bad' } as const
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} 秒`

function PriceOf({ of: { code, itemName, quoteItemId, day, part } }: { of: MakingFigure }) {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  if (quoteItemId === null || day === null) return '—'
  const name = `${itemName ?? ''}（${code ?? ''}）${day} ${part === null ? '' : quotedPartLabels[part]}`
  if (!isAllowed(listPrices)) return name
  return (
    <Button type="link" size="small" onClick={() => openPage(PRICES, { quoteItemId, days: `${day}~${day}` })}>
      {name}
    </Button>
  )
}

/** What was computed: of which prices. */
const originOf = ({ madeOf, sentence }: MakingFigure): string => {
  const priced = madeOf.map(
    ({ code, itemName, from, to, part }) =>
      `${itemName}（${code}）${from === to ? from : `${from} 至 ${to}`} ${quotedPartLabels[part]}`,
  )
  return priced.length > 0 ? `由 ${priced.join('、')} 算出` : sentence || '—'
}

const nowOf = ({ verdict, isCorrected, now, publication, publicationNow }: MakingFigure): string => {
  if (!isCorrected) return '未变'
  if (verdict === 'computed') return '所用价格已更正'
  // of a change, the other day's
  if (publicationNow === publication) return '上期价格已更正'
  if (publicationNow === null) return '已撤回'
  return `${now === null ? '已更正' : `已更正为 ${now}`}（公布号 ${publicationNow}）`
}

function Figures({ figures }: Pick<AnswerMaking, 'figures'>) {
  return (
    <ScrollBox className="ai-making-scroll" label="数字">
      <table className="ai-making-figures">
        <thead>
          <tr>
            <th>数字</th>
            <th>核实</th>
            <th>价格</th>
            <th>回答时</th>
            <th>现在</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.id}>
              <td>{figure.text}</td>
              <td>
                <Status tone={tones[figure.verdict]}>
                  {`${figureVerdictLabels[figure.verdict]}${figure.isShown ? '' : '，未显示'}`}
                </Status>
              </td>
              <td>{figure.quoteItemId === null ? originOf(figure) : <PriceOf of={figure} />}</td>
              <td>{figure.publication === null ? '—' : `公布号 ${figure.publication}`}</td>
              <td>{figure.madeOf.length === 0 ? '—' : nowOf(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Steps({ steps }: Pick<AnswerMaking, 'steps'>) {
  return (
    <ol className="ai-making-steps">
      {steps.map((step) => (
        <li key={step.number}>
          {`${toolLabels[step.tool]} · ${step.ms} 毫秒`}
          <ScrollBox className="ai-making-json" label={`第 ${step.number} 步的内容`}>
            {`${step.arguments}\n→ ${step.found}`}
          </ScrollBox>
        </li>
      ))}
    </ol>
  )
}

const callText = (call: AnswerMaking['calls'][number]) =>
  [
    call.model,
    call.failure && `失败：${failureLabels[call.failure]}`,
    call.outcome === 'stopped' && '已停止',
    `${call.isEstimated ? '≈ ' : ''}发送 ${formatFigure(String(call.inputTokens))}（缓存 ${formatFigure(String(call.cachedTokens))}）、回答 ${formatFigure(String(call.outputTokens))} 词元`,
    call.cost === null ? '未计价' : `${call.cost} 元`,
    seconds(call.ms),
    call.requestId && `请求号 ${call.requestId}`,
  ]
    .filter(Boolean)
    .join(' · ')

type MakingProps = { of: AnswerMaking /** Another engine's answer has figures alone. */; isMadeHere: boolean }
function Making({ of: { refusal, publication, figures, steps, calls, reasoning }, isMadeHere }: MakingProps) {
  if (!isMadeHere) {
    return (
      <>
        <p className="ai-faint">{`子产品提交的回答，数字按当时最新公布号 ${publication ?? '—'} 核实。`}</p>
        {figures.length === 0 ? <p className="ai-faint">回答里没有数字。</p> : <Figures figures={figures} />}
      </>
    )
  }
  return (
    <>
      <p className="ai-faint">
        {`提问时最新公布号 ${publication ?? '—'}${refusal === null ? '' : ` · 未回答：${refusalLabels[refusal]}`}`}
      </p>
      <h3>数字</h3>
      {figures.length === 0 ? <p className="ai-faint">回答里没有数字。</p> : <Figures figures={figures} />}
      <h3>查过什么</h3>
      {steps.length === 0 ? (
        <p className="ai-faint">没有用工具，由价格库直接回答或没有回答。</p>
      ) : (
        <Steps steps={steps} />
      )}
      <h3>模型调用</h3>
      {calls.length === 0 && <p className="ai-faint">没有调用模型，没有费用。</p>}
      <ul className="ai-making-calls">
        {calls.map((call) => (
          <li key={call.id}>{callText(call)}</li>
        ))}
      </ul>
      {reasoning !== '' && (
        <>
          <h3>思考过程</h3>
          <ScrollBox className="ai-making-json" label="思考过程">
            {reasoning}
          </ScrollBox>
          <p className="ai-faint">只给员工看，保留 30 天。</p>
        </>
      )}
    </>
  )
}

export function AnswerMakingPart({ messageId, isMadeHere }: { messageId: string; isMadeHere: boolean }) {
  const read = useCall(getAnswerMaking, { id: messageId }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="ai-making">
      <Loaded read={read} rows={4}>
        {(making) => <Making of={making} isMadeHere={isMadeHere} />}
      </Loaded>
    </div>
  )
}
