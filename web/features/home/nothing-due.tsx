/** An empty board: nothing is due. */
export const NothingDue = () => (
  <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
    <rect x="14" y="10" width="68" height="48" rx="4" className="home-empty-sheet" />
    <path d="M14 22h68M30 6v8M66 6v8" className="home-empty-line" />
    <path d="m38 39 8 8 14-15" className="home-empty-mark" />
  </svg>
)
