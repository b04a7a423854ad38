// Pictures of an enterprise or a visit; each opens in full.
import type { Picture } from '#contract/visits/visit-enterprises.ts'
import './visits.css'

export function Pictures({ of: pictures }: { of: readonly Picture[] }) {
  if (pictures.length === 0) return <p className="visit-faint">没有图片。</p>
  return (
    <ul className="visit-pictures">
      {pictures.map(({ id, name, url }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer" title={name}>
            <img src={url} alt={name} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
