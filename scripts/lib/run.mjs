/** Runs one command of the project's own tools: always with a time-out, output captured or streamed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithUs } from './end-with-us.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The JavaScript file behind a tool of node_modules, so that it runs under this very Node. */
export const tool = (path) => join(root, 'node_modules', path);

/** True in the file that `node` was asked to run. */
export const isMain = (url) => process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;

const KILL_AFTER_MS = 5_000;

/**
 * @param {string[]} command program and arguments
 * @param {{ cwd?: string, env?: Record<string, string>, timeoutMs: number, stream?: boolean }} options
 * @returns {Promise<{ code: number, stdout: string, stderr: string, ms: number, timedOut: boolean }>}
 */
export function run([program, ...args], { cwd = root, env = {}, timeoutMs, stream = false }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', stream ? 'inherit' : 'pipe', stream ? 'inherit' : 'pipe'],
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
    endWithUs(child);
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    };
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
    const timer = setTimeout(() => {
      timedOut = true;
      end('SIGTERM');
      setTimeout(() => end('SIGKILL'), KILL_AFTER_MS).unref();
    }, timeoutMs);
    const done = (code) => {
      clearTimeout(timer);
      if (timedOut) stderr += `\nstopped after ${timeoutMs} ms`;
      resolve({ code, stdout, stderr, ms: performance.now() - started, timedOut });
    };
    child.on('error', (error) => {
      stderr += error.message;
      done(127);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
