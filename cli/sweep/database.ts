// The results as a table of DuckDB: made of the journal, kept as Parquet, asked by SQL.

import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { InputError, show } from '../../src/input/fields.js';
import { loadDuckDb } from './packages.js';
import type { About } from './results.js';
import { FILES } from './results.js';
import { OWN_COLUMNS } from './study.js';

export type Plain = number | string | boolean | null;

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Plain[])[];
}

/** Most memory of the database: what is more goes to the disk. */
const MEMORY = '256MB';

export class Database {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  /** The results of a folder as the table `runs`; its Parquet file is brought up to date before. */
  static async open(folder: string, about: About, what: string): Promise<Database> {
    const { DuckDBInstance } = loadDuckDb(what);
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY,
      temp_directory: join(folder, 'spill'),
      // Rows are as they come: who wants an order asks for it.
      preserve_insertion_order: 'false',
    });
    const database = new Database(instance, await instance.connect());
    try {
      await database.#writeParquet(folder, about);
      await database.#connection.run(`CREATE VIEW runs AS SELECT * FROM read_parquet(${text(join(folder, FILES.parquet))})`);
      return database;
    } catch (error) {
      database.close();
      throw database.#refusal(error);
    }
  }

  /** All of what a query answers. */
  async ask(sql: string): Promise<Answer> {
    try {
      const reader = await this.#connection.runAndReadAll(sql);
      return { columns: reader.columnNames(), rows: reader.getRowsJS().map((row) => row.map(plain)) };
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** The same as objects. */
  async askRows<T>(sql: string): Promise<T[]> {
    const { columns, rows } = await this.ask(sql);
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])) as T);
  }

  /** What a query answers, some rows at a time. */
  async *stream(sql: string): AsyncGenerator<Answer> {
    try {
      const result = await this.#connection.stream(sql);
      const columns = result.columnNames();
      yield { columns, rows: [] };
      for await (const rows of result.yieldRowsJs()) yield { columns, rows: rows.map((row) => row.map(plain)) };
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  async #writeParquet(folder: string, about: About): Promise<void> {
    const [rows, parquet] = [join(folder, FILES.rows), join(folder, FILES.parquet)];
    if (existsSync(parquet) && statSync(parquet).mtimeMs > statSync(rows).mtimeMs) return;
    const beside = `${parquet}.new`;
    const columns = columnsOf(about).map(([name, type]) => `${text(name)}: ${text(type)}`);
    const read = `read_json(${text(rows)}, format = 'newline_delimited', ignore_errors = true, columns = {${columns.join(', ')}})`;
    await this.#connection.run(`COPY (SELECT * FROM ${read}) TO ${text(beside)} (FORMAT parquet, COMPRESSION zstd)`);
    renameSync(beside, parquet);
    rmSync(join(folder, 'spill'), { recursive: true, force: true });
  }

  #refusal(error: unknown): unknown {
    if (error instanceof InputError) return error;
    const [line] = String((error as Error).message ?? error).split('\n');
    return new InputError(`DuckDB says: ${line.trim().replace(/\.$/, '')}.`);
  }
}

/** What a row has, with the types of SQL: what was varied first, then what was measured. */
export function columnsOf({ parameters, measures }: About): [name: string, type: string][] {
  const own = Object.entries(OWN_COLUMNS);
  const at = own.findIndex(([name]) => name === 'status');
  const given = [...parameters, ...measures].map(({ name, type }) => [name, type] as [string, string]);
  return [...own.slice(0, at), ...given, ...own.slice(at)];
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function plain(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'object'
    ? JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part))
    : show(value);
}
