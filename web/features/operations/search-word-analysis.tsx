// What search words are made of, and which of our products they are about, by cost; each row leads to its words.
import { Modal, Segmented, Table, Tag } from 'antd'
import { useState } from 'react'
import { analyseSearchWords, type SearchWordQuery, type WordAnalysis } from '#contract/operations/search-words.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { useCall } from '#web/lib/query.ts'
import { figureText } from './search-figures.rules.ts'

const WIDTH = 760
const PAGE = 10

const kinds = { parts: '词根', products: '我们的产品' } as const
type Kind = keyof typeof kinds
type Chosen = { part: string } | { about: string }
type Line = WordAnalysis['total'] & { key: string; name: string; chosen: Chosen; isMissed: boolean }

const linesOf = (kind: Kind, { parts, products }: WordAnalysis): Line[] =>
  kind === 'parts'
    ? parts.map(({ part, ...sums }) => ({ ...sums, key: part, name: part, chosen: { part }, isMissed: false }))
    : products.map(({ id, name, isBought, ...sums }) => ({
        ...sums,
        key: id ?? 'none',
        name: id === null ? '与我们的产品无关' : name,
        chosen: { about: id ?? 'none' },
        isMissed: id !== null && !isBought,
      }))

type AnalysisProps = { query: SearchWordQuery; onChoose: (chosen: Chosen) => void; onClosed: () => void }

export function WordAnalysisDialog({ query, onChoose, onClosed }: AnalysisProps) {
  const { close, frame } = useDialog(onClosed)
  const [kind, setKind] = useState<Kind>('parts')
  const read = useCall(analyseSearchWords, query, { staleTime: 0, call: { hideErrorMsg: true } })
  const choose = (chosen: Chosen) => {
    onChoose(chosen)
    close()
  }
  return (
    <Modal title="搜索词分析" {...frame} width={WIDTH} footer={null} onCancel={close}>
      <Segmented<Kind>
        aria-label="分析"
        value={kind}
        options={[
          { value: 'parts', label: kinds.parts },
          { value: 'products', label: kinds.products },
        ]}
        onChange={setKind}
      />
      <p className="search-note">
        {kind === 'parts'
          ? '按当前筛选条件：中文取相邻两字，字母和数字取整词；一个搜索词计入它的每个词根一次，所以各行不能相加。'
          : '按当前筛选条件：一个搜索词归入名称最长的一个产品或报价项，各行相加等于合计。'}
      </p>
      <Loaded read={read} rows={8}>
        {(analysis) => (
          <Table<Line>
            size="small"
            rowKey="key"
            dataSource={linesOf(kind, analysis)}
            pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
            scroll={{ x: 600 }}
            locale={{ emptyText: '这段时间没有搜索词报表' }}
            columns={[
              {
                title: kinds[kind],
                render: (_, { name, chosen, isMissed }) => (
                  <>
                    <button type="button" className="text-link" onClick={() => choose(chosen)}>
                      {name}
                    </button>
                    {isMissed && <Tag className="search-missed">没有投放</Tag>}
                  </>
                ),
              },
              { title: '搜索词', width: 90, align: 'right', render: (_, { words }) => figureText(words) },
              { title: '消费（元）', width: 120, align: 'right', render: (_, { cost }) => figureText(cost) },
              { title: '点击量', width: 100, align: 'right', render: (_, { clicks }) => figureText(clicks) },
              { title: '注册', width: 90, align: 'right', render: (_, { leads }) => figureText(leads) },
            ]}
            {...(kind === 'products' && {
              summary: () => (
                <Table.Summary.Row>
                  <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
                  {[analysis.total.words, analysis.total.cost, analysis.total.clicks, analysis.total.leads].map(
                    (figure, at) => (
                      <Table.Summary.Cell key={columnsOfSums[at]} index={at + 1} align="right">
                        {figureText(figure)}
                      </Table.Summary.Cell>
                    ),
                  )}
                </Table.Summary.Row>
              ),
            })}
          />
        )}
      </Loaded>
    </Modal>
  )
}

const columnsOfSums = ['words', 'cost', 'clicks', 'leads']
