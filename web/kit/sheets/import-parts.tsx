// What an import replaces whole: its sums before and after, and how many rows change.
import { type ImportView, PARTS_SIZE, type ReplacedPart } from '#contract/sheets.ts'
import { SmallPager } from '../list/small-pager.tsx'
import { ScrollBox } from '../scroll-box.tsx'

/** `改 2 行，增 1 行，去 3 行（品牌 · 螺纹钢 等）`. */
function rowsText({ changed, added, gone, goneNames }: ReplacedPart): string {
  const more = gone > goneNames.length ? ' 等' : ''
  const texts = [
    ...(changed > 0 ? [`改 ${changed} 行`] : []),
    ...(added > 0 ? [`增 ${added} 行`] : []),
    ...(gone > 0 ? [`去 ${gone} 行（${goneNames.join('、')}${more}）`] : []),
  ]
  return texts.join('，') || '各行相同'
}

type ImportPartsProps = { parts: ImportView['parts']; onTurn: (current: number) => void }

export function ImportParts({ parts: { records, current, total }, onTurn }: ImportPartsProps) {
  return (
    <section className="import-parts" aria-label={`整份替换 ${total} 份`}>
      <ScrollBox className="import-parts-box" label="整份替换的内容">
        <table>
          <thead>
            <tr>
              <th scope="col">整份替换 {total} 份</th>
              {records[0]?.sums.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">变化</th>
            </tr>
          </thead>
          <tbody>
            {records.map((part) => (
              <tr key={part.name}>
                <th scope="row">{part.name}</th>
                {part.sums.map(({ label, was, is }) => (
                  <td key={label} data-changed={was !== is || undefined}>
                    {was === is ? is : `${was} → ${is}`}
                  </td>
                ))}
                <td>{rowsText(part)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <SmallPager
        page={{ total, size: PARTS_SIZE, pages: Math.ceil(total / PARTS_SIZE) }}
        current={current}
        onTurn={onTurn}
      />
    </section>
  )
}
