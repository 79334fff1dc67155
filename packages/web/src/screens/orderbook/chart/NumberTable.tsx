/** Numbers in a table that scrolls by itself, by keyboard too. */

interface NumberTableProps {
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
}

export function NumberTable({ name, heads, rows }: NumberTableProps) {
  return (
    <div role="region" aria-label={name} tabIndex={0} className="absolute inset-0 overflow-auto px-4 pb-2">
      <table className="num w-full text-right text-xs">
        <caption className="sr-only">{name}</caption>
        <thead className="sticky top-0 bg-ink-1 text-2xs text-haze">
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="whitespace-nowrap py-1.5 pl-4 font-normal first:pl-0 first:text-left"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first = '', ...rest] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="whitespace-nowrap py-1 text-left font-normal text-mist">
                {first}
              </th>
              {rest.map((cell, at) => (
                <td key={heads[at + 1]} className="whitespace-nowrap py-1 pl-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
